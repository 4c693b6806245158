import type { Blog } from '../../blog.ts';
import type { Db } from '../../db/open.ts';
import type { Failure } from '../../outgoing/failure.ts';
import type { JobContext } from '../job.ts';
import type { Delivery } from './store.ts';

/** How a delivery ended, such as `sent`; a failure is tried again, unless it is final. */
export type SendResult = string | Failure;

export type Ended = {
  delivery: Delivery;
  /** A failure: it is not tried again. */
  result: SendResult;
  /** False when it was enqueued again meanwhile: then it stays. */
  isCurrent: boolean;
};

/** How deliveries of a kind are sent. */
export type OutboxKind = {
  /** While it is off, what waits stays. */
  isOn(blog: Blog): Promise<boolean>;
  /** How many hosts are sent to at the same time. */
  maxHosts: number;
  /** Between two deliveries to the same host. */
  pauseMs?: number;
  /** Called when the first delivery is due. An error of `send` is a failure of that delivery. */
  open(blog: Blog, context: JobContext): Promise<OpenOutbox>;
  /** In the transaction that deletes them. */
  ended?(blog: Blog, tx: Db, ended: readonly Ended[]): Promise<void>;
};

export type OpenOutbox = {
  send(delivery: Delivery): Promise<SendResult>;
  /** After the last one. */
  close?(): Promise<void> | void;
};
