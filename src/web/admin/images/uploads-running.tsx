import { useEffect } from 'react';
import { useUploads } from './uploads.ts';

/** Uploads go on when the list of their post is left; this says so, and a closing tab asks first. */
export function UploadsRunning() {
  const running = useUploads().filter(({ state }) => state !== 'refused').length;
  useEffect(() => {
    if (running === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [running]);
  return (
    <p className="running" role="status">
      {running > 0 && `${running} ${running === 1 ? 'image is' : 'images are'} on the way …`}
    </p>
  );
}
