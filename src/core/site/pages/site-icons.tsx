import type { SiteImage } from '../api/site.ts';

/** The version makes browsers load a new icon at once. */
export function SiteIcons({ icon }: { icon: SiteImage | null }) {
  const version = icon ? `?v=${icon.version}` : '';
  return (
    <>
      {icon ? (
        <>
          <link rel="icon" href={`/favicon.ico${version}`} sizes="16x16 32x32 48x48" />
          <link rel="icon" href={`/icon-192.png${version}`} type="image/png" sizes="192x192" />
        </>
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={`/apple-touch-icon.png${version}`} />
    </>
  );
}
