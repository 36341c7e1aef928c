// A sentence under a field that says why its value is not taken.
import { h } from "./dom";

let made = 0;

// "" takes it away. The field is marked for the eye and for who reads the page aloud.
export function complain(field: HTMLInputElement, reason: string): void {
  const old = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  if (reason === complaint(field)) return;
  field.classList.toggle("wrong", reason !== "");
  if (reason === "") {
    old?.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    return;
  }
  const note = old ?? h("span", { class: "field-error", role: "alert", id: `field-error-${++made}` });
  note.textContent = reason;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", note.id);
  if (!old) field.parentElement?.append(note);
}

// What is said of a field; "": nothing is wrong.
export function complaint(field: HTMLInputElement): string {
  const id = field.getAttribute("aria-describedby");
  return (id && field.parentElement?.querySelector(`#${id}`)?.textContent) || "";
}
