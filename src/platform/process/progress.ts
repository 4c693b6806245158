const width = 40;
const lineIntervalMs = 5_000;

/** A progress bar on a terminal, else a line every few seconds and one at the end. Call the result with each increment. */
export function progressBar(name: string, total: number, out: NodeJS.WriteStream = process.stdout) {
  let done = 0;
  let lastLine = performance.now();
  const print = () => {
    const line = () => `${name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    const filled = total === 0 ? width : Math.round((Math.min(done, total) / total) * width);
    const isComplete = done >= total;
    if (out.isTTY)
      out.write(`\r[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${line()}${isComplete ? '\n' : ''}`);
    else if (isComplete || performance.now() - lastLine > lineIntervalMs) {
      lastLine = performance.now();
      out.write(`${line()}\n`);
    }
  };
  if (total === 0 || out.isTTY) print();
  return (increment: number): void => {
    done += increment;
    if (increment > 0) print();
  };
}
