import { type Family, family, type Sample } from './text.ts';

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const otherMethod = 'other';

/** Counts of one route and method: responses by status, and a histogram of their duration. */
type Slot = { statuses: Map<number, number>; buckets: Float64Array; seconds: number };

/** The status under which a request counts whose client closed the connection before the response. */
export const aborted = 499;

/** Plain numbers rather than objects of a metrics library, which cost 2% of a cached response (src/platform/http/README.md). */
export class RequestMetrics {
  readonly #slots = new Map<string, Map<string, Slot>>();
  #renders = 0;
  #renderSeconds = 0;
  inProgress = 0;

  /** `route` comes from a fixed list and never from the URL, so the number of labels is bounded. */
  count(route: string, method: string | undefined, status: number, ms: number): void {
    const slot = this.#slots.get(route)?.get(method ?? '') ?? this.#newSlot(route, method ?? '');
    slot.statuses.set(status, (slot.statuses.get(status) ?? 0) + 1);
    const seconds = ms / 1000;
    slot.seconds += seconds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at++;
    slot.buckets[at] = (slot.buckets[at] as number) + 1;
  }

  rendered(ms: number): void {
    this.#renders++;
    this.#renderSeconds += ms / 1000;
  }

  #newSlot(route: string, method: string): Slot {
    const ofRoute = this.#slots.get(route) ?? new Map<string, Slot>();
    this.#slots.set(route, ofRoute);
    // Node accepts about thirty methods; those without a route share a slot.
    const name = methods.includes(method) ? method : otherMethod;
    const slot = ofRoute.get(name) ?? {
      statuses: new Map(),
      buckets: new Float64Array(bounds.length + 1),
      seconds: 0,
    };
    ofRoute.set(name, slot);
    return slot;
  }

  families(): Family[] {
    const requests: Sample[] = [];
    const times: Sample[] = [];
    for (const [route, ofRoute] of this.#slots)
      for (const [method, { statuses, buckets, seconds }] of ofRoute) {
        const labels = { route, method };
        for (const [status, value] of statuses)
          requests.push({ labels: { ...labels, status: String(status) }, value });
        let sum = 0;
        for (const [index, value] of buckets.entries()) {
          sum += value;
          const le = String(bounds[index] ?? '+Inf');
          times.push({ suffix: '_bucket', labels: { ...labels, le }, value: sum });
        }
        times.push({ suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: sum });
      }
    return [
      {
        name: 'blog_http_requests_total',
        type: 'counter',
        help: `Responses sent. Status ${aborted}: the client closed the connection first.`,
        samples: requests,
      },
      {
        name: 'blog_http_request_seconds',
        type: 'histogram',
        help: 'Time from the arrival of a request to the end of its response.',
        samples: times,
      },
      family('gauge', 'blog_http_requests_under_way', 'Requests in progress.', this.inProgress),
      family('counter', 'blog_renders_total', 'Pages rendered by React.', this.#renders),
      family(
        'counter',
        'blog_render_seconds_total',
        'Total time spent rendering pages.',
        this.#renderSeconds,
      ),
    ];
  }
}
