import { Suspense, useState } from 'react'
import { lazyPart } from './plain/lazy-part.ts'
import { MenuButton, type MenuProps } from './menu-button.tsx'

export type { MenuItem } from './menu-button.tsx'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazyPart(async () => ({ default: (await loadPopup()).MenuPopup }))

/** What else can be done with something. The menu's own script is fetched when someone comes near the button. */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(false)
  const { items: _items, align: _align, ...face } = props
  const near = () => void loadPopup()
  const button = (
    <MenuButton {...face} onPointerEnter={near} onFocus={near} onClick={() => setPressed(true)} />
  )
  return pressed ? (
    <Suspense fallback={button}>
      <MenuPopup {...props} />
    </Suspense>
  ) : (
    button
  )
}
