import { useRef, type ChangeEvent } from 'react'
import { api } from '../../api.ts'
import { photoPath, useSessionUser } from '../identity/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { SectionProps } from './account-record.ts'
import { resizePhoto } from './photo-resizing.ts'
import { useConfirmedTask } from './use-confirmed-task.ts'

/** The picture that stands beside the person's name. */
export function PhotoRow({ account, onChanged }: SectionProps) {
  const { displayName } = useSessionUser()
  const chooser = useRef<HTMLInputElement>(null)
  const removal = useConfirmedTask(onChanged)
  const toast = useToast()
  const { busy, problem, run } = useTask()

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that the same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    const done = await run(async () => {
      await api.account.setPhoto({ image: await resizePhoto(file) })
      await onChanged()
    })
    if (done) toast('Photo updated.')
  }
  const remove = () =>
    removal.ask(
      {
        title: 'Remove your photo?',
        text: 'Your initials are shown instead.',
        confirm: 'Remove photo',
      },
      () => api.account.removePhoto({}),
      'Photo removed.',
    )
  return (
    <div className="pb-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={displayName} photo={photoPath(account.photo)} size="huge" />
        <div>
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" size="small" busy={busy} onClick={() => chooser.current?.click()}>
              {account.photo === null ? 'Choose a photo' : 'Choose another photo'}
            </Button>
            {account.photo !== null && (
              <Button variant="quiet" size="small" busy={removal.busy} onClick={() => void remove()}>
                Remove photo
              </Button>
            )}
          </div>
          <p className="mt-2 text-small text-muted">
            JPEG, PNG or WebP of any size, cropped to a square. Your colleagues see it.
          </p>
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        aria-label="Photo"
        tabIndex={-1}
        onChange={take}
        className="sr-only"
      />
      <ProblemMessage problem={problem ?? removal.problem} className="mt-3" />
    </div>
  )
}
