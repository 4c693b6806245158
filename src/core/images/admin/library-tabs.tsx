import { NavLink } from 'react-router';

/** Images, and audio and video files. */
export const LibraryTabs = () => (
  <nav className="tabs" aria-label="Library">
    <NavLink to="/admin/image" end>
      Images
    </NavLink>
    <NavLink to="/admin/image/media">Media</NavLink>
  </nav>
);
