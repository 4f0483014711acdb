import { html, render } from 'htm/preact'
import { App } from './App.ts'
import { listen } from './Store.ts'

listen()
render(html`<${App} />`, document.body)
