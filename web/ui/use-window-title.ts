import { useEffect } from 'react'
import { windowTitle } from './window-title.ts'

/**
 * Names the window while a page that its address does not name is shown. The text of the title is changed in place,
 * because whoever wrote it goes on writing there.
 */
export function useWindowTitle(title: string, product: string): void {
  useEffect(() => {
    const text = document.head.querySelector('title')?.firstChild
    if (!(text instanceof Text)) return
    const before = text.data
    const now = (text.data = windowTitle(title, product))
    return () => {
      if (text.data === now) text.data = before
    }
  }, [title, product])
}
