import './OlderNode.ts'
import '#simulator/Command.ts'
