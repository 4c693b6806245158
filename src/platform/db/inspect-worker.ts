import { parentPort, workerData } from 'node:worker_threads';
import { inspect } from './inspect.ts';

parentPort?.postMessage(inspect(workerData as string));
