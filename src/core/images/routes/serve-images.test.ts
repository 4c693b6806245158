import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { memoryFiles } from '../../../../tests/support/memory-files.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { sendImage } from './serve-images.ts';

const isOpened = async (disconnect: () => void): Promise<Readable> => {
  disconnect();
  return Readable.from(['bytes']);
};
const isRead = async (disconnect: () => void): Promise<Readable> => new Readable({ read: disconnect });

test.each([
  ['opened', isOpened],
  ['read', isRead],
])('a client that disconnects while the file is %s is no error, and the file is closed', async (_, open) => {
  const path = `/images/ab/${'ab'.repeat(32)}-320.webp`;
  const request = new IncomingMessage(new Socket());
  request.url = path;
  request.method = 'GET';
  const response = new ServerResponse(request);
  const opened: Readable[] = [];
  const files = {
    ...memoryFiles(),
    stat: async () => ({ type: 'image/webp', size: 5 }),
    read: async () => {
      const body = await open(() => response.destroy());
      opened.push(body);
      return { body, type: 'image/webp', size: 5 };
    },
  };
  const exchange = { site: { blog: { files } }, path, request, response } as unknown as Exchange;
  expect(await sendImage(exchange)).toBe(true);
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});
