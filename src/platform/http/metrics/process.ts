import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Family, family } from './text.ts';

const windowMs = 15_000;

/** The event loop delay of the last complete window, so that several scrapers get the same value. */
export function watchEventLoop(): () => Family {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let last: Record<string, number> = { '0.5': 0, '0.99': 0, '1': 0 };
  setInterval(() => {
    const seconds = (nanoseconds: number) => nanoseconds / 1e9;
    if (delay.count > 0)
      last = {
        '0.5': seconds(delay.percentile(50)),
        '0.99': seconds(delay.percentile(99)),
        '1': seconds(delay.max),
      };
    delay.reset();
  }, windowMs).unref();
  return () =>
    family(
      'gauge',
      'blog_event_loop_delay_seconds',
      'Delay of a 10 ms timer within the last 15 seconds.',
      last,
      'quantile',
    );
}

export function processFamilies(version: string): Family[] {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    family('counter', 'process_cpu_seconds_total', 'Total CPU time.', (user + system) / 1e6),
    family('gauge', 'process_resident_memory_bytes', 'Resident memory.', memory.rss),
    family(
      'gauge',
      'process_start_time_seconds',
      'Start time of the process as Unix time.',
      performance.timeOrigin / 1000,
    ),
    family('gauge', 'nodejs_heap_used_bytes', 'Used JavaScript heap.', memory.heapUsed),
    family(
      'gauge',
      'nodejs_external_bytes',
      'Memory of buffers and other external objects.',
      memory.external,
    ),
    family(
      'counter',
      'nodejs_event_loop_seconds_total',
      'Time the event loop was active or idle.',
      { active: active / 1000, idle: idle / 1000 },
      'state',
    ),
    {
      ...family('gauge', 'blog_info', 'Versions of the blog and of Node.', 1),
      samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
    },
  ];
}
