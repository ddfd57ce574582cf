// What Export.cs leaves out, one row each: references from signatures, attributes and overrides,
// literals, and details (attribute text, values, constraints, native imports, resources, addresses).
//   module  source token  kind  IL offset (-1 = none)  target or text  open type  scope
// Of a floating-point number the open type says how wide it is: f or d.
using System; using System.Collections.Generic; using System.Globalization; using System.IO; using System.Linq; using System.Text;
using Mono.Cecil; using Mono.Cecil.Cil;

static partial class P {
  sealed class RowWriter {
    readonly TextWriter out_; readonly string module_;
    public RowWriter(TextWriter w, string module) { out_ = w; module_ = module; }
    public void Write(uint source, string kind, long offset, string text, string type = "", string scope = "") {
      out_.WriteLine(string.Join("\t", T(module_), source, kind, offset, T(text), T(type), T(scope)));
    }
  }

  static void Rows(ModuleDefinition md, TextWriter w) {
    var rows = new RowWriter(w, md.Name);
    if (md.Assembly != null) Attributes(rows, 0, "assembly: ", md.Assembly);
    Attributes(rows, 0, "module: ", md);
    foreach (var r in md.Resources) rows.Write(0, "resource", -1, r.Name);
    foreach (var t in All(md.Types)) {
      uint token = t.MetadataToken.ToUInt32();
      Attributes(rows, token, "", t);
      foreach (var i in t.Interfaces) Attributes(rows, token, "interface: ", i);
      Generics(rows, token, t);
      foreach (var f in t.Fields) {
        token = f.MetadataToken.ToUInt32();
        Signature(rows, token, f.FieldType);
        Attributes(rows, token, "", f);
        if (f.HasConstant) rows.Write(token, "value", -1, Constant(f.Constant), Width(f.Constant));
      }
      foreach (var m in t.Methods) Method(rows, m);
      foreach (var p in t.Properties) {
        token = p.MetadataToken.ToUInt32();
        Signature(rows, token, p.PropertyType);
        Attributes(rows, token, "", p);
        if (p.HasConstant) rows.Write(token, "value", -1, Constant(p.Constant), Width(p.Constant));
      }
      foreach (var e in t.Events) {
        Signature(rows, e.MetadataToken.ToUInt32(), e.EventType);
        Attributes(rows, e.MetadataToken.ToUInt32(), "", e);
      }
    }
  }

  static void Method(RowWriter rows, MethodDefinition m) {
    uint token = m.MetadataToken.ToUInt32();
    Signature(rows, token, new[] { m.ReturnType }.Concat(m.Parameters.Select(p => p.ParameterType)).ToArray());
    Attributes(rows, token, "", m);
    Attributes(rows, token, "return: ", m.MethodReturnType);
    foreach (var p in m.Parameters) Attributes(rows, token, "param " + p.Name + ": ", p);
    Generics(rows, token, m);
    foreach (var o in m.Overrides) {
      var e = o.GetElementMethod();
      rows.Write(token, "override", -1, MId(e), TN(e.DeclaringType.GetElementType()), Sc(e.DeclaringType));
    }
    if (m.IsPInvokeImpl && m.PInvokeInfo != null) {
      rows.Write(token, "pinvoke", -1, m.PInvokeInfo.Module.Name + "!" + m.PInvokeInfo.EntryPoint);
    }
    if (m.RVA != 0) rows.Write(token, "rva", -1, "0x" + m.RVA.ToString("x8"));
    if (!m.HasBody) return;
    foreach (var h in m.Body.ExceptionHandlers) {
      if (h.CatchType == null) continue;
      rows.Write(token, "signature", h.HandlerStart.Offset, TN(h.CatchType), TN(h.CatchType.GetElementType()), Sc(h.CatchType));
    }
    foreach (var i in m.Body.Instructions) {
      if (i.OpCode.Code == Code.Ldstr) rows.Write(token, "string", i.Offset, Whole((string)i.Operand));
      else if (i.OpCode.Name.StartsWith("ldc.")) rows.Write(token, "number", i.Offset, Loaded(i), Width(i.Operand));
    }
  }

  static string Whole(string s) {  // a lone surrogate has no UTF-8: U+FFFD, one each
    var b = new StringBuilder();
    for (int i = 0; i < s.Length; i++) {
      if (char.IsHighSurrogate(s[i]) && i + 1 < s.Length && char.IsLowSurrogate(s[i + 1])) b.Append(s[i]).Append(s[++i]);
      else b.Append(char.IsSurrogate(s[i]) ? '\ufffd' : s[i]);
    }
    return b.ToString();
  }

  static string Loaded(Instruction i) {
    if (i.Operand != null) return Number(i.Operand);
    string last = i.OpCode.Name.Substring("ldc.i4.".Length);
    return last == "m1" ? "-1" : last;
  }

  static string Width(object o) { return o is float ? "f" : o is double ? "d" : ""; }

  static string Number(object o) {
    if (o is float) return Number((double)(float)o);
    if (o is double && (double)o == 0 && 1 / (double)o < 0) return "-0";
    if (o is double) return ((double)o).ToString("R", CultureInfo.InvariantCulture);
    return Convert.ToString(o, CultureInfo.InvariantCulture);
  }

  static string Constant(object o) {
    if (o == null) return "null";
    if (o is string) return Whole((string)o);
    if (o is bool) return (bool)o ? "true" : "false";
    if (o is char) return "'" + Whole(((char)o).ToString()) + "'";
    return Number(o);
  }

  // ---- signatures ----

  static void Signature(RowWriter rows, uint token, params TypeReference[] types) {
    var seen = new HashSet<string>();
    foreach (var t in types) Named(t, x => {
      if (seen.Add(TN(x) + "\t" + Sc(x))) rows.Write(token, "signature", -1, TN(x), TN(x.GetElementType()), Sc(x));
    });
  }

  static void Named(TypeReference t, Action<TypeReference> found) {
    if (t == null || t is GenericParameter) return;
    var f = t as FunctionPointerType;
    if (f != null) {
      Named(f.ReturnType, found);
      foreach (var p in f.Parameters) Named(p.ParameterType, found);
      return;
    }
    var g = t as GenericInstanceType;
    if (g != null) foreach (var a in g.GenericArguments) Named(a, found);
    var modifier = t as IModifierType;
    if (modifier != null) Named(modifier.ModifierType, found);
    var spec = t as TypeSpecification;
    if (spec != null && g == null) Named(spec.ElementType, found);
    else if (t.MetadataType != MetadataType.Void) found(t);
  }

  static void Generics(RowWriter rows, uint token, IGenericParameterProvider owner) {
    foreach (var g in owner.GenericParameters) {
      var words = new List<string>();
      if (g.HasReferenceTypeConstraint) words.Add("class");
      if (g.HasNotNullableValueTypeConstraint) words.Add("struct");
      foreach (var c in g.Constraints) { words.Add(TN(c.ConstraintType)); Signature(rows, token, c.ConstraintType); }
      if (g.HasDefaultConstructorConstraint && !g.HasNotNullableValueTypeConstraint) words.Add("new()");
      rows.Write(token, "generic", -1, (g.IsCovariant ? "out " : g.IsContravariant ? "in " : "") + g.Name + (words.Count > 0 ? " : " + string.Join(", ", words) : ""));
      Attributes(rows, token, "typeparam " + g.Name + ": ", g);
    }
  }

  // ---- attributes ----

  static void Attributes(RowWriter rows, uint token, string prefix, ICustomAttributeProvider owner) {
    if (!owner.HasCustomAttributes) return;
    foreach (var a in owner.CustomAttributes) {
      rows.Write(token, "attribute", -1, MId(a.Constructor), TN(a.AttributeType.GetElementType()), Sc(a.AttributeType));
      string text;
      try { text = Arguments(a); } catch (AssemblyResolutionException) { text = "(unresolved)"; } catch (ResolutionException) { text = "(unresolved)"; }
      rows.Write(token, "attribute text", -1, prefix + TN(a.AttributeType.GetElementType()) + text);
    }
  }

  static string Arguments(CustomAttribute a) {
    var words = a.ConstructorArguments.Select(Argument).ToList();
    // Fields and properties come in their own lists; the reader keeps the file's order.
    words.AddRange(a.Fields.Select(n => n.Name + " = " + Argument(n.Argument)));
    words.AddRange(a.Properties.Select(n => n.Name + " = " + Argument(n.Argument)));
    return "(" + string.Join(", ", words) + ")";
  }

  static string Argument(CustomAttributeArgument a) {
    if (a.Value is CustomAttributeArgument) return Argument((CustomAttributeArgument)a.Value);
    var list = a.Value as CustomAttributeArgument[];
    if (list != null) return "{" + string.Join(",", list.Select(x => " " + Argument(x))) + " }";
    if (a.Value is TypeReference) return "typeof(" + TN((TypeReference)a.Value) + ")";
    if (a.Value is string) return "\"" + Whole((string)a.Value).Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n").Replace("\r", "\\r").Replace("\t", "\\t").Replace("\0", "\\0") + "\"";
    return Constant(a.Value);
  }
}
