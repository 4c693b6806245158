import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { sharedTexts } from '../../platform/admin/language.ts';
import { provideIslandMessages } from '../../platform/web/messages.ts';
import { followScheme } from '../../platform/web/ui/scheme.ts';
import { routes } from '../admin-screens.tsx';

provideIslandMessages(sharedTexts());
followScheme();
const router = createBrowserRouter(routes);

/** Replaces the server's placeholder, once the first screen is loaded. */
function render(): void {
  // Each screen renders a title of its own, and browsers use the first one in the document.
  document.querySelector('title')?.remove();
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

if (router.state.initialized) render();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    render();
  });
}
