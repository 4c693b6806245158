/** One Ctrl-C can arrive several times: from the terminal, from npm and from the launcher of the package. */
const repeatMs = 1_000;

/** Calls `stop` at the first signal to stop. A signal that comes later than repetitions do ends the process at once. */
export function onStopSignal(stop: () => unknown): void {
  let since: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        stop();
      } else if (performance.now() - since > repeatMs) process.exit(1);
    });
}
