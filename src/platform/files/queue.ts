import { imageQueueFull } from '../messages/owner.ts';
import { Busy } from './errors.ts';

type QueueLimits = {
  /** Jobs that run concurrently. */
  slots: number;
  /** Total weight of the running jobs; a heavier job runs alone. */
  weight: number;
  /** Maximum length of the queue. */
  waiting: number;
};

/** Runs jobs in order within the limits, and rejects a job at once when the queue is full. */
export class Queue {
  readonly #limits: QueueLimits;
  readonly #waiting: { weight: number; start: () => void }[] = [];
  #running = 0;
  #weight = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  async run<T>(weight: number, job: () => Promise<T>): Promise<T> {
    await this.#turn(weight);
    try {
      return await job();
    } finally {
      this.#running -= 1;
      this.#weight -= weight;
      this.#startNext();
    }
  }

  #turn(weight: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ weight, start: resolve });
    this.#startNext();
    if (this.#waiting.length > this.#limits.waiting) {
      this.#waiting.pop();
      throw new Busy(imageQueueFull);
    }
    return promise;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.weight); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += 1;
      this.#weight += next.weight;
      next.start();
    }
  }

  #fits(weight: number): boolean {
    if (this.#running === 0) return true;
    return this.#running < this.#limits.slots && this.#weight + weight <= this.#limits.weight;
  }
}
