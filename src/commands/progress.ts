const width = 40;
const linesEveryMs = 5_000;

/** A bar on a terminal; elsewhere a line now and then, and one at the end. */
export function progressBar(name: string, all: number, out: NodeJS.WriteStream = process.stdout) {
  let done = 0;
  let shown = performance.now();
  const line = () => `${name}: ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
  const show = () => {
    const filled = all === 0 ? width : Math.round((Math.min(done, all) / all) * width);
    const ended = done >= all;
    if (out.isTTY)
      out.write(`\r[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${line()}${ended ? '\n' : ''}`);
    else if (ended || performance.now() - shown > linesEveryMs) {
      shown = performance.now();
      out.write(`${line()}\n`);
    }
  };
  if (all === 0 || out.isTTY) show();
  return (more: number): void => {
    done += more;
    if (more > 0) show();
  };
}
