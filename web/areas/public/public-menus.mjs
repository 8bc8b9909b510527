/**
 * What the menus of the public bar gain from a script; they open and close without it. It is shipped as it is, also on
 * pages that have no other, and listens at the document, so it does not matter when a bar is drawn.
 */
const menuOf = (target) => (target instanceof Element ? target.closest('details[data-menu]') : null)
const openMenus = () => document.querySelectorAll('details[data-menu][open]')
const tell = (menu) => menu.querySelector('summary').setAttribute('aria-expanded', String(menu.open))

function closeOthers(kept) {
  for (const menu of openMenus()) if (menu !== kept) menu.open = false
}

function tellAll() {
  for (const menu of document.querySelectorAll('details[data-menu]')) tell(menu)
}

// It may come before the rest of the page, and then finds menus without what opens them.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tellAll, { once: true })
else tellAll()

// Toggling does not bubble, so it is caught on its way down.
document.addEventListener(
  'toggle',
  ({ target }) => {
    const menu = menuOf(target)
    if (menu !== target || menu === null) return
    tell(menu)
    if (menu.open) closeOthers(menu)
  },
  true,
)

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = openMenus()[0]
  if (!menu) return
  menu.open = false
  menu.querySelector('summary').focus()
})

document.addEventListener('pointerdown', ({ target }) => closeOthers(menuOf(target)))
document.addEventListener('focusin', ({ target }) => closeOthers(menuOf(target)))
// Where the next page is drawn in place, the menu would stay open over it.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('details[data-menu] a')) closeOthers(null)
})
