// A message under a field with the reason why its value is rejected.
import { h } from "./dom";

let made = 0;

// "" removes the message. The field is marked visually and for screen readers.
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

// Returns the message of a field; "" if it is valid.
export function complaint(field: HTMLInputElement): string {
  const id = field.getAttribute("aria-describedby");
  return (id && field.parentElement?.querySelector(`#${id}`)?.textContent) || "";
}
