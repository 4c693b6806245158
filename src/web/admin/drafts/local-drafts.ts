import type { DraftState } from '../../../contract/writing.ts';

/**
 * What was typed into a form and is not on the server, as it is kept in this browser: one record for each form that was
 * opened. `sequence` grows with each change, so that a save forgets only what it sent.
 */
export type LocalDraft<Values = unknown> = {
  id: string;
  userId: number;
  /** Which form it was typed into, like `post:12` or `settings`. */
  form: string;
  /** What it is, and where it can be continued. */
  name: string;
  path: string;
  at: string;
  sequence: number;
  values: Values;
  /** The draft of an earlier form that this one went on with. */
  continues?: DraftState | undefined;
};

const databaseName = 'drafts';
const storeName = 'drafts';
let opening: Promise<IDBDatabase | null> | null = null;

/** IndexedDB may be forbidden; then nothing is kept in this browser. */
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opening;
}

/** Strict durability: what was written survives a crash of the browser and of the machine. */
async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  if (!database) return;
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      console.warn('Unsaved text could not be kept in this browser:', transaction.error);
      resolve();
    };
    change(transaction.objectStore(storeName));
  });
}

async function read<Result>(
  query: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve) => {
    const request = query(database.transaction(storeName).objectStore(storeName));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

export async function readLocalDrafts(userId: number): Promise<LocalDraft[]> {
  const all = (await read<LocalDraft[]>((store) => store.getAll())) ?? [];
  return all.filter((draft) => draft.userId === userId);
}

export const readLocalDraft = (id: string): Promise<LocalDraft | undefined> => read((store) => store.get(id));

export const writeLocalDraft = (draft: LocalDraft): Promise<void> =>
  write((store) => {
    store.put(draft);
    // Without waiting for the answer: the page may be closed in the next moment.
    store.transaction.commit();
  });

/** Another tab may have written a newer state of the same draft: that stays. */
export const eraseLocalDraft = ({ id, sequence }: DraftState): Promise<void> =>
  write((store) => {
    const request: IDBRequest<LocalDraft | undefined> = store.get(id);
    request.onsuccess = () => {
      if (request.result && request.result.sequence <= sequence) store.delete(id);
    };
  });

export const eraseLocalDrafts = (userId: number): Promise<void> =>
  write((store) => {
    const request: IDBRequest<LocalDraft[]> = store.getAll();
    request.onsuccess = () => {
      for (const draft of request.result) if (draft.userId === userId) store.delete(draft.id);
    };
  });
