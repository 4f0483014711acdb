import { html, render } from 'htm/preact'
import { App } from './App.ts'
import { listenToKeys } from './Shortcuts.ts'
import { listen } from './Store.ts'
import { keepTitle } from './Title.ts'

listen()
listenToKeys()
keepTitle()
render(html`<${App} />`, document.body)
