import './OlderNode.ts'
import '#simulator/main.ts'
