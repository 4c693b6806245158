import type { Socket } from 'node:net';

/**
 * How much of what was written to a socket the kernel has taken. Node counts a write as pending until its last byte is
 * sent, and only its internal handle knows the progress. If that changes, `send-state.test.ts` fails.
 */
export function sendState(socket: Socket): { unsent: number; sent: number } {
  const { _handle: handle } = socket as unknown as {
    _handle: { writeQueueSize: number; bytesWritten: number } | null;
  };
  const { writeQueueSize = 0, bytesWritten = 0 } = handle ?? {};
  return { unsent: writeQueueSize, sent: bytesWritten - writeQueueSize };
}
