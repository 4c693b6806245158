import { parentPort } from 'node:worker_threads';
import type { SourcePage } from './mention.ts';
import { readSource } from './read-source.ts';

parentPort?.on('message', ({ page, target }: { page: SourcePage; target: string }) => {
  parentPort?.postMessage(readSource(page, target));
});
parentPort?.postMessage('ready');
