import { useState } from 'react'

const storageKey = 'candour.navigation'
const openValue = 'open'

/** This browser's last choice; closed where storage is refused. */
function wasOpen(): boolean {
  try {
    return localStorage.getItem(storageKey) === openValue
  } catch {
    return false
  }
}

/** Whether the navigation shows its names where it could be a rail of icons; remembered on the device. */
export function useNavigationRail(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(wasOpen)
  function toggle() {
    setOpen(!isOpen)
    try {
      localStorage.setItem(storageKey, isOpen ? '' : openValue)
    } catch {
      // Without storage the next page load starts with the rail.
    }
  }
  return { isOpen, toggle }
}
