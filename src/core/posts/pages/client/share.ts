/** Opens the share menu of the device, or else copies the URL of the page and says so. */
export async function share(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
  const status = button.nextElementSibling;
  if (navigator.share) {
    try {
      return await navigator.share({ title: document.title, url });
    } catch (error) {
      // The reader closed the menu.
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  // Without permission to copy, the reader can copy the URL by hand.
  if (status) status.textContent = copied ? (button.dataset.share ?? '') : url;
}
