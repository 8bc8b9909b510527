import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import type { CanvasImage } from './annotation-canvas.tsx'
import { redrawPicture } from './picture-drawing.ts'
import {
  newValues,
  valuesFrom,
  type Picture,
  type PictureDetails,
  type PictureValues,
} from './picture-values.ts'
import { pictureHref } from './picture-view.tsx'

/** What is being edited: one that was chosen just now, with its bytes in base64, or one that is kept. */
export type EditedPicture = { consentId: string; canvas: CanvasImage; values: PictureValues } & (
  { image: string; key: string } | { pictureId: string }
)

/** The pictures of a draft: null until they are known. */
function useDraftPictures(draftId: string | null) {
  const [pictures, setPictures] = useState<readonly Picture[] | null>(draftId ? null : [])
  const [failed, setFailed] = useState(false)
  const read = useCallback(async (consentId: string) => {
    setFailed(false)
    try {
      setPictures(await api.pictures.list({ consentId }))
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    if (draftId) void read(draftId)
  }, [draftId, read])
  return { pictures, failed, read }
}

/**
 * The pictures of a draft and what can be done with them. `saveDraft` saves the form first, so that there is a draft and
 * it plans what the form does; it answers null where the form cannot be saved yet.
 */
export function usePictureEditing(draftId: string | null, saveDraft: () => Promise<string | null>) {
  const { pictures, failed, read } = useDraftPictures(draftId)
  const [edited, setEdited] = useState<EditedPicture | null>(null)
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const keyOf = useIdempotencyKey()

  async function choose(file: File) {
    await run(async () => {
      const { image, ...canvas } = await redrawPicture(file)
      const consentId = await saveDraft()
      if (consentId) setEdited({ consentId, canvas, values: newValues, image, key: crypto.randomUUID() })
    })
  }

  async function open(picture: Picture) {
    await run(async () => {
      const consentId = await saveDraft()
      if (!consentId) return
      const { id: pictureId, width, height } = picture
      const canvas = { src: pictureHref(consentId, pictureId), width, height }
      setEdited({ consentId, canvas, values: valuesFrom(picture), pictureId })
    })
  }

  async function remove({ id: pictureId, caption }: Picture) {
    const agreed = await confirm({
      title: 'Remove this picture?',
      text: `“${caption}” and its marks are deleted. This cannot be undone.`,
      confirm: 'Remove picture',
      danger: true,
    })
    if (!agreed || !draftId) return
    const done = await run(async () => {
      await api.pictures.remove({ consentId: draftId, pictureId })
      await read(draftId)
    })
    if (done) toast('Picture removed.')
  }

  /** Keeps what was edited; throws where that fails, so that the editor can say so. */
  async function save(editing: EditedPicture, details: PictureDetails) {
    const { consentId } = editing
    if ('image' in editing) {
      const context = { idempotencyKey: keyOf([editing.key, details]) }
      await api.pictures.add({ ...details, consentId, image: editing.image }, { context })
    } else await api.pictures.change({ ...details, consentId, pictureId: editing.pictureId })
    await read(consentId)
    setEdited(null)
    toast('Picture saved with the draft.')
  }
  const close = () => setEdited(null)
  const retry = () => void (draftId && read(draftId))
  return { pictures, failed, retry, edited, choose, open, remove, save, close, busy, problem }
}
