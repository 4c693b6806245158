/** How much work this thread has done so far, in milliseconds; unlike a clock, it stands still while others have the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
