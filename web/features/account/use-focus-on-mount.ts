import { useEffect } from 'react'

/** Takes the focus to what has just come into the place of what was used before. */
export function useFocusOnMount(id: string): void {
  useEffect(() => document.getElementById(id)?.focus(), [id])
}
