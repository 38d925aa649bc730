#!/bin/bash
# A sweep on Slurm: one part for each task of an array, then all of them put together:
#
#   job=$(sbatch --parsable --array=0-63 examples/cluster/slurm.sh study.toml parts)
#   sbatch --dependency=afterok:$job --wrap 'chase sweep merge run parts/part-*'
#
# `chase` is on the PATH of every node, and the working folder is shared. A task that is requeued
# goes on where it was.
#SBATCH --job-name=chase-sweep
#SBATCH --cpus-per-task=1
#SBATCH --mem=256M
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail
spec=$1 parts=$2

game=$(sed -n 's/^game *= *"\(.*\)".*/\1/p' "$spec")
part="$parts/part-$SLURM_ARRAY_TASK_ID"
again=()
if [ -e "$part/spec.json" ]; then
    again=(--resume)
fi
chase sweep "$game" --spec "$spec" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "$part" "${again[@]}"
