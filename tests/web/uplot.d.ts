// What pages take of uPlot; src/view/page/uplot.js is the library itself.
declare const uPlot: {
  new (options: object, data: unknown[], place: HTMLElement): any;
  paths: { linear(): unknown; stepped(options: { align: 1 | -1 }): unknown };
};
