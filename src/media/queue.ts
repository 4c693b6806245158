import { Busy } from './errors.ts';

export interface QueueLimits {
  /** Jobs that run at once. */
  slots: number;
  /** Sum of the weights that run at once; a job that weighs more runs alone. */
  weight: number;
  /** Jobs that may wait for their turn. */
  waiting: number;
}

/** First come, first served, within the limits; whoever finds the queue full is told so at once. */
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
      throw new Busy('The server is busy with other pictures. Try again in a minute.');
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
