import { useCallback, useRef, useState } from 'react'
import type { EditedAnnotation } from './annotation-edits.ts'

type AnnotationList = readonly EditedAnnotation[]
type UndoEntry = { marks: AnnotationList; past: readonly AnnotationList[] }

/** Marks while they are edited, and every step back. What is done to one thing in a row is one step. */
export function usePictureAnnotations(start: AnnotationList) {
  const [{ marks, past }, setKept] = useState<UndoEntry>({ marks: start, past: [] })
  const [selected, setSelected] = useState<string | null>(null)
  const lastStep = useRef('')

  /** `step` names what is done, so that its next part does not count as another one. */
  const change = useCallback((step: string, changed: (marks: AnnotationList) => AnnotationList) => {
    const goesOn = lastStep.current === step
    lastStep.current = step
    setKept((now) => ({ marks: changed(now.marks), past: goesOn ? now.past : [...now.past, now.marks] }))
  }, [])

  const changeOne = useCallback(
    (step: string, key: string, changed: (mark: EditedAnnotation) => EditedAnnotation) =>
      change(step, (now) => now.map((mark) => (mark.key === key ? changed(mark) : mark))),
    [change],
  )

  const undo = useCallback(() => {
    lastStep.current = ''
    setKept((now) => ({ marks: now.past.at(-1) ?? now.marks, past: now.past.slice(0, -1) }))
  }, [])

  /** The next change is a step of its own, also where it is of the same kind. */
  const endStep = useCallback(() => void (lastStep.current = ''), [])

  return { marks, selected, setSelected, change, changeOne, undo, endStep, canUndo: past.length > 0 }
}

export type PictureAnnotations = ReturnType<typeof usePictureAnnotations>
