/** CPU time of this thread in milliseconds. Unlike elapsed time, it does not depend on the load of the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
