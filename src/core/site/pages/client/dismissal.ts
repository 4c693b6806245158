/** Dismisses the announcement without reloading the page. */
export function dismissInPlace(): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-dismiss]')) return;
    event.preventDefault();
    void fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
      redirect: 'manual',
      keepalive: true,
    }).catch(console.error);
    form.closest('aside')?.remove();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
