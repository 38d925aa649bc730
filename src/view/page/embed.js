(async () => {
  "use strict";
  /* The policy of the page allows what is put in by its hash. */
  for (const name of ["style", "script"]) {
    const block = /** @type {HTMLElement} */ (document.getElementById(`packed-${name}`));
    const bytes = Uint8Array.from(atob((block.textContent || "").trim()), (letter) => letter.charCodeAt(0));
    const element = document.createElement(name);
    element.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    document.head.append(element);
  }
})();
