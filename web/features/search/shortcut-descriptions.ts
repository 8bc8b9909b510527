import type { ShortcutName } from '../../ui/keyboard-shortcuts.ts'

/** What each shortcut does, by where it works. */
export const descriptions: readonly { title: string; shortcuts: Partial<Record<ShortcutName, string>> }[] = [
  {
    title: 'On every page',
    shortcuts: {
      commandMenu: 'Search patients, consents, templates and pages',
      create: 'New consent',
      shortcuts: 'Show keyboard shortcuts',
    },
  },
  {
    title: 'In lists of patients and consents',
    shortcuts: { listSearch: 'Go to the search field', listRows: 'Move through the rows' },
  },
  {
    title: 'In the day’s consents',
    shortcuts: { nextDraft: 'Next draft', previousDraft: 'Previous draft' },
  },
  {
    title: 'On a patient’s page',
    shortcuts: { lastUsed: 'New consent, same as last time, for one of the treatments shown' },
  },
  {
    title: 'While you write',
    shortcuts: {
      sameAsLast: 'Same as last time, in a new consent',
      submitForm: 'Send the consent',
      submitNote: 'Read a clinical note',
      textLink: 'Add a link to formatted text',
    },
  },
  {
    title: 'In a medical history',
    shortcuts: { answers: 'Answer yes, no or unknown' },
  },
  {
    title: 'On a picture',
    shortcuts: { deleteMark: 'Delete the selected mark', undoMark: 'Undo' },
  },
]
