/**
 * Searches the list of templates that is on the page already. An element of its own, so that it works alike on the page
 * as it is shipped and where a browser draws it later. Without this script everything can still be opened and read.
 */
class TemplateSearch extends HTMLElement {
  connectedCallback() {
    this.addEventListener('input', () => this.#show())
    this.addEventListener('submit', (event) => event.preventDefault())
    this.#show()
  }

  #show() {
    const words = this.querySelector('input').value.toLowerCase().split(/\s+/).filter(Boolean)
    let found = 0
    for (const group of this.querySelectorAll('details')) {
      const name = group.querySelector('summary').textContent.toLowerCase()
      let shown = 0
      for (const item of group.querySelectorAll('li')) {
        const text = `${name} ${item.textContent.toLowerCase()}`
        item.hidden = !words.every((word) => text.includes(word))
        if (!item.hidden) shown += 1
      }
      group.hidden = shown === 0
      group.open = words.length > 0 && shown > 0
      found += shown
    }
    const { one, other, none } = this.dataset
    const said = found === 0 ? none : (found === 1 ? one : other).replace('{count}', found)
    this.querySelector('[role=status]').textContent = words.length > 0 ? said : ''
  }
}

if (!customElements.get('template-search')) customElements.define('template-search', TemplateSearch)
