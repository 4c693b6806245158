import { urls } from '../../http/urls.ts';
import { loadIslandMessages } from './island-messages.ts';

/** For pages that are published as files: the server behind their forms and numbers may be at another origin, and may be away. */
export function followServer(): void {
  addEventListener('submit', (event) => void sendIfAnswered(event));
  refreshWhenVisible();
  window.navigation?.addEventListener('navigatesuccess', refreshWhenVisible);
}

const server = (): string => document.documentElement.dataset.live ?? '';
const get = (path: string, signal?: AbortSignal): Promise<Response> =>
  fetch(server() + path, { credentials: server() ? 'omit' : 'same-origin', ...(signal && { signal }) });

/** Islands that have numbers and are not hydrated. */
const counted = '[data-props*="votes"]';
type Counts = { id: number; vote_count: number; comments_approved: number }[];
type Props = { postId: number; votes?: number; label?: string };
const propsOf = (island: HTMLElement): Props => JSON.parse(island.dataset.props ?? '{}');

/** The numbers are those of the publication; one request refreshes all of them once the first is visible. */
function refreshWhenVisible(): void {
  const islands = [...document.querySelectorAll<HTMLElement>(counted)];
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    // Without an answer the published numbers stay.
    refresh(islands).catch(console.warn);
  });
  for (const { firstElementChild: shown } of islands) if (shown) observer.observe(shown);
}

async function refresh(islands: readonly HTMLElement[]): Promise<void> {
  const ids = [...new Set(islands.map((island) => propsOf(island).postId))];
  const response = await get(`${urls.api}/api/counts?ids=${ids.slice(0, 100)}`);
  if (!response.ok) return;
  const counts = new Map(((await response.json()) as Counts).map((count) => [count.id, count]));
  for (const island of islands) {
    const { label = '', ...props } = propsOf(island);
    const now = counts.get(props.postId);
    if (!now || !island.matches(counted)) continue;
    const commentLabel = withNumber(label, now.comments_approved);
    // Hydration expects the text that the props say.
    island.dataset.props = JSON.stringify({ ...props, label: commentLabel, votes: now.vote_count });
    write(island.querySelector('.vote button'), now.vote_count);
    write(island.querySelector('.comment-toggle button'), now.comments_approved);
  }
}

const withNumber = (label: string, count: number): string => label.replace(/\(\d+\)$/, `(${count})`);

function write(button: Element | null, count: number): void {
  if (button) button.textContent = withNumber(button.textContent, count);
}

const answered = new WeakSet<HTMLFormElement>();
const answerMs = 5_000;

/** A form that loads a page of the server is only sent when it answers; otherwise its fields would be lost. */
async function sendIfAnswered(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || answered.has(form)) return;
  event.preventDefault();
  const isThere = await get('/healthz', AbortSignal.timeout(answerMs)).then(
    ({ ok }) => ok,
    () => false,
  );
  const shown = form.nextElementSibling;
  if (shown?.matches('.server-away')) shown.remove();
  if (isThere) {
    answered.add(form);
    form.requestSubmit(event.submitter);
    answered.delete(form);
    return;
  }
  const note = document.createElement('p');
  note.className = 'error server-away';
  note.role = 'alert';
  note.textContent = (await loadIslandMessages()).serverAway;
  form.after(note);
}
