import { words } from './inflections.ts'

/** Words for a person that say nothing of the person. */
export const people = words(`
  solicitante solicitantes aplicante aspirante candidato candidata inquilino inquilina inquilinos inquilinas arrendatario
  arrendataria cliente clienta clientes prospecto prospecta persona personas senora senorita chica chavita muchacha chava gente
  paciente pacientes familia familias hijo hija esposo esposa applicant applicants tenant tenants renter renters lessee
  person people client candidate resident patient patients family families couple couples wife husband son daughter child
`)

/** Words that introduce a description of a person (`ocupacion=mesero`). */
export const introductions = words(`
  ocupacion profesion oficio religion raza etnia sexo genero nacionalidad civil occupation profession race ethnicity sex
  gender nationality
`)
