import { lazy, type ReactNode, Suspense } from 'react';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';

const Guide = lazy(async () => ({ default: (await import('./guide.tsx')).Guide }));

/** Puts the guide above all screens of the demo; other sites never load it. */
export function DemoFrame({ children }: { children: ReactNode }) {
  const { is_demo } = useSite() as PublicSite & { is_demo?: true };
  return (
    <>
      {is_demo && (
        <Suspense>
          <Guide />
        </Suspense>
      )}
      {children}
    </>
  );
}
