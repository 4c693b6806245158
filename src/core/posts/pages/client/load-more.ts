/** Adds the next posts to a list in place, rendered by the server. Without this script the form loads a longer list. */
export function loadMoreInPlace(): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.dataset.more) return;
    event.preventDefault();
    void loadMore(form, form.dataset.more);
  });
}

const titles = 'article h2 a';
const hrefs = (within: ParentNode): string[] =>
  [...within.querySelectorAll<HTMLAnchorElement>(titles)].map(({ href }) => href);

async function loadMore(form: HTMLFormElement, url: string): Promise<void> {
  const { loading = '', error = '' } = form.dataset;
  const button = form.querySelector('button') as HTMLButtonElement;
  const status = form.querySelector('[role=status]') as HTMLElement;
  if (button.ariaBusy) return;
  button.ariaBusy = 'true';
  status.className = 'visually-hidden';
  status.textContent = loading;
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector<HTMLFormElement>('.load-more');
    // A post that moved down the list in the meantime must not appear twice.
    const known = hrefs(form.parentElement as HTMLElement);
    for (const card of page.querySelectorAll('main article'))
      if (!known.includes(hrefs(card)[0] ?? '')) form.before(document.adoptNode(card));
    const show = String(form.parentElement?.querySelectorAll('article').length);
    showInUrls(show);
    if (!next) return form.remove();
    // The page is full: the button leads to the next one.
    if (!next.dataset.more) {
      form.replaceWith(document.adoptNode(next));
      return next.querySelector('button')?.focus();
    }
    form.dataset.more = next.dataset.more;
    button.value = String(Number(show) + 5);
    status.textContent = '';
  } catch (problem) {
    console.error(`GET ${url.replace('/webapi', '')}:`, problem);
    status.className = 'error';
    status.textContent = error;
  }
  button.ariaBusy = null;
}

/** The URL holds the number of posts, so that reload and back restore the list; so do the links of the layout switch. */
function showInUrls(show: string): void {
  const longer = (href: string): string => {
    const url = new URL(href);
    const view = url.searchParams.get('view');
    url.searchParams.delete('view');
    url.searchParams.set('show', show);
    if (view) url.searchParams.set('view', view);
    return url.href;
  };
  history.replaceState(history.state, '', longer(location.href));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.view-switch a'))
    link.href = longer(link.href);
}
