import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { useOptions } from '../../ui/combobox-options.ts'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { groupCommands, matchingCommands, type Command } from './command-list.ts'
import { foundCommands, listSearchCommands, recentCommands, type RecordPaths } from './record-commands.ts'

type CommandMenuProps = {
  onClose: () => void
  /** Pages and actions that the reader may open. */
  commands: readonly Command[]
  paths: RecordPaths
  /** What the reader opened last. */
  recentIds: () => { patientIds: string[]; consentIds: string[] }
  onFollow: (href: string) => void
}

const chooseShortcut = { keys: ['Enter'] }

/** Everything that can be found, opened or started in a practice, by typing its beginning. */
export function CommandMenu({ onClose, commands, paths, recentIds, onFollow }: CommandMenuProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const records = useOptions<Command>(async (asked, signal) => {
    if (asked !== '') return foundCommands(await api.search.find({ text: asked }, { signal }), paths)
    const ids = recentIds()
    const isNew = ids.patientIds.length + ids.consentIds.length === 0
    return isNew ? [] : recentCommands(await api.search.recent(ids, { signal }), paths)
  })
  const { open: loadRecent } = records
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once, as it opens
  useEffect(() => void loadRecent(), [])

  const retry: Command = {
    ...{ id: 'retry', group: 'Patients, consents and templates', icon: RotateCw },
    ...{ label: 'Could not search. Try again', act: () => void records.retry() },
  }
  // While the next answer is on its way, what was found for fewer letters stays as far as it still fits.
  const found = records.state === 'loading' ? matchingCommands(records.items, typed) : records.items
  const local = matchingCommands(commands, typed)
  const shown = [
    ...(records.state === 'failed' ? [retry] : found),
    ...local,
    ...(typed === '' ? [] : listSearchCommands(typed, paths)),
  ]
  function choose(command: Command) {
    if (command.id === retry.id) return void records.retry()
    onClose()
    if ('href' in command) onFollow(command.href)
    else command.act()
  }
  return (
    <CommandPalette
      onClose={onClose}
      label="Search"
      placeholder="Patient, consent, template, page or action"
      text={text}
      onText={(next) => {
        setText(next)
        void records.type(next.trim())
      }}
      groups={groupCommands(shown)}
      onChoose={choose}
      busy={records.state === 'loading'}
      status={
        records.state === 'ready' && typed !== '' && found.length + local.length === 0 ? 'Nothing found' : ''
      }
      shortcut={keyboardShortcuts.commandMenu}
      footer={
        <>
          <span className="pointer-coarse:hidden">
            <ShortcutKeys shortcut={keyboardShortcuts.listRows} /> to move
          </span>
          <span className="pointer-coarse:hidden">
            <ShortcutKeys shortcut={chooseShortcut} /> to open
          </span>
          <span>Search by name, date of birth, phone or NHS number</span>
        </>
      }
    />
  )
}
