import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Family, family } from './text.ts';

const windowMs = 15_000;

/** How late the event loop was within the last whole window, whoever asks how often. */
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
      'Time between two looks at the event loop that are planned 10 ms apart, within 15 s.',
      last,
      'quantile',
    );
}

export function processFamilies(version: string): Family[] {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    family('counter', 'process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6),
    family('gauge', 'process_resident_memory_bytes', 'Memory held.', memory.rss),
    family(
      'gauge',
      'process_start_time_seconds',
      'Start of the process since 1970.',
      performance.timeOrigin / 1000,
    ),
    family('gauge', 'nodejs_heap_used_bytes', 'Memory of JavaScript in use.', memory.heapUsed),
    family('gauge', 'nodejs_external_bytes', 'Memory of buffers and the like.', memory.external),
    family(
      'counter',
      'nodejs_event_loop_seconds_total',
      'Time that the event loop was busy or had nothing to do.',
      { active: active / 1000, idle: idle / 1000 },
      'state',
    ),
    {
      ...family('gauge', 'blog_info', 'Versions of the blog and of Node.', 1),
      samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
    },
  ];
}
