import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';
import '../ui/styles.css';

const router = createBrowserRouter(routes);

/** The server's document stays until there is something to put in its place. */
function show(): void {
  // The screens have titles of their own, and the first one in a document counts.
  document.querySelector('title')?.remove();
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

if (router.state.initialized) show();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
}
