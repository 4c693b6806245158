import { useBeforeUnload } from 'react-router';
import { useUploads } from './uploads.ts';

/** Uploads continue after the list of posts is left; closing the tab would cancel them, so the browser asks first. */
export function UploadsRunning() {
  const running = useUploads().filter(({ state }) => state !== 'failed').length;
  useBeforeUnload((event) => {
    if (running > 0) event.preventDefault();
  });
  return (
    <p className="running" role="status">
      {running > 0 && `Uploading ${running} ${running === 1 ? 'image' : 'images'} …`}
    </p>
  );
}
