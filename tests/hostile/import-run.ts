import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ImportItem, ImportRecord, ImportUpload } from '../../src/features/import/api.ts';
import { importChunkBytes } from '../../src/platform/http/api/limits.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

export type Site = { server: RunningServer; admin: Client; stop(): Promise<void> };

export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const server = await startServer({ env });
  const admin = new Client(server.url);
  await admin.login();
  return { server, admin, stop: () => server.dispose() };
}

export type Source = { name: string; size: number; chunks: AsyncIterable<Buffer> | Iterable<Buffer> };
export const fileOf = (name: string, content: Buffer | string): Source => {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, chunks: [bytes] };
};

export type Outcome = {
  record: ImportRecord;
  /** Of the child process that ran the import, at its highest. */
  peakBytes: number;
  /** How many requests for pages were answered meanwhile; none may fail. */
  answered: number;
};

/** Uploads a file, imports it without looking at its report first, and watches memory and the site meanwhile. */
export async function importHostile(site: Site, source: Source, withinMs = 60_000): Promise<Outcome> {
  const upload = await send(site.admin, source);
  const { body, status } = await site.admin.post<ImportRecord>('/webapi/api/admin/imports', {
    upload,
    dry_run: false,
  });
  expect(status).toBe(201);
  const deadline = Date.now() + withinMs;
  let record = body;
  let peakBytes = 0;
  let answered = 0;
  while (record.state === 'waiting' || record.state === 'running') {
    if (Date.now() > deadline)
      throw new Error(`${source.name} was not imported in time: ${JSON.stringify(record)}`);
    for (let round = 0; round < 5; round += 1) {
      peakBytes = Math.max(peakBytes, peakOfChildren(site.server.pid));
      await sleep(40);
    }
    const response = await fetch(site.server.url, { signal: AbortSignal.timeout(10_000) });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    answered += 1;
    record = (await site.admin.get<ImportRecord>(`/webapi/api/admin/imports/${record.id}`)).body;
  }
  return { record, peakBytes, answered };
}

export const itemsOf = async (site: Site, { id }: ImportRecord, query = ''): Promise<ImportItem[]> =>
  (await site.admin.get<ImportItem[]>(`/webapi/api/admin/imports/${id}/items?limit=100${query}`)).body;

async function send(admin: Client, { name, size, chunks }: Source): Promise<string> {
  const base = '/webapi/api/admin/imports/uploads';
  const { body } = await admin.post<ImportUpload>(base, { name, size, last_modified: 1 });
  expect(body, JSON.stringify(body)).toMatchObject({ name, size });
  let offset = 0;
  const put = async (bytes: Buffer) => {
    const sent = await admin.put<ImportUpload>(`${base}/${body.id}?offset=${offset}`, new Uint8Array(bytes), {
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(sent.status).toBe(200);
    offset = sent.body.offset;
  };
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    while (heldBytes >= importChunkBytes) {
      const all = Buffer.concat(held);
      await put(all.subarray(0, importChunkBytes));
      held = [all.subarray(importChunkBytes)];
      heldBytes -= importChunkBytes;
    }
  }
  if (heldBytes > 0) await put(Buffer.concat(held));
  expect((await admin.post(`${base}/${body.id}/finish`)).status).toBe(200);
  return body.id;
}

/** VmHWM is the highest resident size that a process ever had. */
function peakOfChildren(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    const peaks = children.map((child) => {
      const status = readFileSync(`/proc/${child}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    });
    return Math.max(0, ...peaks);
  } catch {
    // The child has just ended.
    return 0;
  }
}
