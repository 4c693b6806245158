import { Agent, request } from 'node:http';

export type Flood = {
  /** Number of responses per status; 0 stands for a broken connection. */
  statuses: Record<number, number>;
  /** Response times in milliseconds, by status. */
  times: Record<number, number[]>;
  /** Responses with status 503 and no Retry-After header. */
  withoutRetryAfter: number;
};

/** Sends requests over this many connections, each again as soon as its response arrived, until the time is up. */
export async function flood(
  url: string,
  { connections, seconds, pathOf }: { connections: number; seconds: number; pathOf: (n: number) => string },
): Promise<Flood> {
  const result: Flood = { statuses: {}, times: {}, withoutRetryAfter: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let asked = 0;
  const visitor = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      const { status, retryAfter } = await ask(new URL(pathOf(asked++), url), agent);
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      result.times[status] ??= [];
      result.times[status].push(performance.now() - began);
      if (status === 503 && !retryAfter) result.withoutRetryAfter++;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
  return result;
}

function ask(url: URL, agent: Agent): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (response) => {
      response.resume();
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      response.on('end', () => resolve(answer));
      response.on('error', () => resolve({ status: 0, retryAfter: undefined }));
    });
    sent.on('error', () => resolve({ status: 0, retryAfter: undefined }));
    sent.end();
  });
}

export function quantile(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
}
