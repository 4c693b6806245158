import { Node } from '@tiptap/core';

export const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  parseHTML: () => [{ tag: 'ul.tasks', priority: 60 }],
  renderHTML: () => ['ul', { class: 'tasks' }, 0],
});

export const TaskItem = Node.create({
  name: 'taskItem',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    done: {
      default: false,
      parseHTML: (element) => element.classList.contains('done'),
      renderHTML: ({ done }) => (done ? { class: 'done' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'ul.tasks > li', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
});
