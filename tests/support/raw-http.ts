import { type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string[]>; body: Buffer };

/** Sends a request with node:http, because fetch forbids some headers, normalizes URLs and decompresses responses. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const asking = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headersDistinct as Record<string, string[]>,
          body: Buffer.concat(parts),
        }),
      );
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** Writes these bytes to a new connection and reads until the server closes it; returns the last response. */
export async function say(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += part;
    });
    socket.on('error', () => resolve(heard));
    socket.on('close', () => resolve(heard));
  });
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string[]> = {};
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s);
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return { status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1') };
}
