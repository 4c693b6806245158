import { localDraftNotSaved } from '../../messages/owner.ts';

/** A draft with the changes up to `sequence`. */
export type DraftState = { id: string; sequence: number };

/**
 * Unsaved changes of a form, stored in this browser: one record per opened form. `sequence` grows with each change, so
 * that a save deletes only what it sent.
 */
export type LocalDraft<Values = unknown> = {
  id: string;
  userId: number;
  /** The form it belongs to, such as `post:12` or `settings`. */
  form: string;
  /** Its name in the list of unsaved changes, and the screen where it can be continued. */
  name: string;
  path: string;
  at: string;
  sequence: number;
  values: Values;
  /** Identifies a new post from its first words on. Drafts of earlier releases lack it. */
  creationId?: string | undefined;
  /** The draft that this one continues. */
  continues?: DraftState | undefined;
};

const databaseName = 'drafts';
const storeName = 'drafts';
let opening: Promise<IDBDatabase | null> | null = null;

/** Resolves to null if IndexedDB is not available, as in some private windows. The next call tries again. */
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    const fail = () => {
      opening = null;
      resolve(null);
    };
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
      request.onsuccess = () => {
        // The browser closes a database when its data is deleted or its disk fails.
        request.result.onclose = () => {
          opening = null;
        };
        resolve(request.result);
      };
      request.onerror = fail;
    } catch {
      fail();
    }
  });
  return opening;
}

/**
 * Returns whether the change is on disk. Strict durability, so that drafts survive a crash of the browser or the machine.
 */
async function write(change: (store: IDBObjectStore) => void): Promise<boolean> {
  const database = await open();
  if (!database) return false;
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      console.warn(localDraftNotSaved, error);
      resolve(false);
    };
    try {
      const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => fail(transaction.error);
      change(transaction.objectStore(storeName));
    } catch (error) {
      opening = null;
      fail(error);
    }
  });
}

async function read<Result>(
  query: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve) => {
    try {
      const request = query(database.transaction(storeName).objectStore(storeName));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      opening = null;
      resolve(undefined);
    }
  });
}

export async function readLocalDrafts(userId: number): Promise<LocalDraft[]> {
  const all = (await read<LocalDraft[]>((store) => store.getAll())) ?? [];
  return all.filter((draft) => draft.userId === userId);
}

export const readLocalDraft = (id: string): Promise<LocalDraft | undefined> => read((store) => store.get(id));

export const writeLocalDraft = (draft: LocalDraft): Promise<boolean> =>
  write((store) => {
    store.put(draft);
    // Commits without waiting for the request, because the page may be closed at any moment.
    store.transaction.commit();
  });

/** Deletes a draft, unless another tab has stored a newer version of it. */
export const deleteLocalDraft = ({ id, sequence }: DraftState): Promise<boolean> =>
  write((store) => {
    const request: IDBRequest<LocalDraft | undefined> = store.get(id);
    request.onsuccess = () => {
      if (request.result && request.result.sequence <= sequence) store.delete(id);
    };
  });

export const deleteLocalDrafts = (userId: number): Promise<boolean> =>
  write((store) => {
    const request: IDBRequest<LocalDraft[]> = store.getAll();
    request.onsuccess = () => {
      for (const draft of request.result) if (draft.userId === userId) store.delete(draft.id);
    };
  });
