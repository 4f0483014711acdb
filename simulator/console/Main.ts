import { html, render } from 'htm/preact'
import { App } from './App.ts'
import { notice } from './Call.ts'
import { listenToKeys } from './Shortcuts.ts'
import { listen } from './Store.ts'
import { keepTitle } from './Title.ts'

// A request without an answer.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  notice.value = { isError: true, text: String(event.reason) }
})
listen()
listenToKeys()
keepTitle()
render(html`<${App} />`, document.body)
