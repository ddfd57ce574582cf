// Exports managed assemblies into the seeds' AnalyzedProject JSON shape, plus IL-level references (ground truth).
// mono Export.exe OUTDIR PROJECTNAME [--wrap] file...   (Mono.Cecil 0.11, mcs)
// The exporter that the shared data was made with, and one call to Rows.cs more.
using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text;
using Mono.Cecil; using Mono.Cecil.Cil;
static partial class P {
  static string J(string s){ if(s==null) return "null"; var b=new StringBuilder("\""); for(int i=0;i<s.Length;i++){char c=s[i];
    switch(c){case '"':b.Append("\\\"");break;case '\\':b.Append("\\\\");break;case '\n':b.Append("\\n");break;case '\r':b.Append("\\r");break;case '\t':b.Append("\\t");break;
    default: if(c<0x20||c==0x7f||c==0x2028||c==0x2029||c==0x85||c==0xfeff) b.AppendFormat("\\u{0:x4}",(int)c);
      else if(char.IsSurrogate(c)){ if(char.IsHighSurrogate(c)&&i+1<s.Length&&char.IsLowSurrogate(s[i+1])){b.Append(c).Append(s[++i]);} else b.AppendFormat("\\u{0:x4}",(int)c);} else b.Append(c);break;}}
    return b.Append('"').ToString(); }
  static string Dot(string n){ return n==null?null:n.Replace('/','+'); }     // Cecil nests with '/', reflection/dnSpy with '+'
  static string TN(TypeReference t){ try{return t==null?null:Dot(t.FullName);}catch(Exception e){return "<bad:"+e.GetType().Name+">";} }
  static string Sig(MethodReference m){ return TN(m.ReturnType)+" "+m.Name+(m.HasGenericParameters?"<"+string.Join(",",m.GenericParameters.Select(g=>g.Name))+">":"")+"("+string.Join(", ",m.Parameters.Select(p=>TN(p.ParameterType)+(string.IsNullOrEmpty(p.Name)?"":" "+p.Name)))+")"; }
  static string MId(MethodReference m){ return TN(m.DeclaringType)+"."+m.Name+"("+string.Join(",",m.Parameters.Select(p=>TN(p.ParameterType)))+")"; }
  static void Mem(TextWriter w,ref bool first,string name,string full,string sig,string mt,bool st,bool pub,uint tok){
    if(!first) w.Write(","); first=false; w.Write("\n      {\"Name\":"+J(name)+",\"FullName\":"+J(full)+",\"Signature\":"+J(sig)+",\"MemberType\":"+J(mt)+",\"IsStatic\":"+(st?"true":"false")+",\"IsPublic\":"+(pub?"true":"false")+",\"MetadataToken\":"+tok+"}"); }
  static IEnumerable<TypeDefinition> All(IEnumerable<TypeDefinition> ts,int d=0){ if(d>64) yield break; foreach(var t in ts){ yield return t; if(t.HasNestedTypes) foreach(var n in All(t.NestedTypes,d+1)) yield return n; } }
  static int Main(string[] a){
    string outd=a[0],name=a[1]; bool wrap=a.Contains("--wrap"); var files=a.Skip(2).Where(x=>x!="--wrap").ToList(); Directory.CreateDirectory(outd);
    var jw=new StreamWriter(Path.Combine(outd,name+".project.json"),false,new UTF8Encoding(false)); var rw=new StreamWriter(Path.Combine(outd,name+".refs.tsv"),false,new UTF8Encoding(false)); var iw=new StreamWriter(Path.Combine(outd,name+".inherits.tsv"),false,new UTF8Encoding(false));
    var sw=new StreamWriter(Path.Combine(outd,name+".stats.tsv"),false,new UTF8Encoding(false));
    sw.WriteLine("file\tbytes\tstatus\truntime\tarch\tattrs\ttypes\tnested\tgeneric_types\tfields\tmethods\tproperties\tevents\tbodies\til_bytes\trefs\texplicit_layout\tpinvoke\tmixed\tnonascii_names\tdup_fullnames\terror");
    rw.WriteLine("module\tcaller_token\tcaller\tcaller_type\til_offset\topcode\tkind\ttarget\ttarget_type\ttarget_scope\tin_module");
    iw.WriteLine("module\ttype\tkind\ttarget\ttarget_scope");
    var xw=new StreamWriter(Path.Combine(outd,name+".rows.tsv"),false,new UTF8Encoding(false));
    if(wrap) jw.Write("{\"Project\":"); jw.Write("{\"Modules\":["); bool fm=true; int bad=0;
    foreach(var f in files){ var bytes=new FileInfo(f).Length; string err="";int nt=0,nn=0,ng=0,nf=0,nm=0,np=0,ne=0,nb=0,nr=0,ex=0,pi=0,na=0,dup=0; long il=0; string arch="",rt="",at=""; bool mixed=false;
      try{ var rp=new ReaderParameters{ReadingMode=ReadingMode.Deferred,InMemory=true};
        using(var md=ModuleDefinition.ReadModule(f,rp)){
          rt=md.RuntimeVersion; arch=md.Architecture.ToString(); at=md.Attributes.ToString(); mixed=(md.Attributes&ModuleAttributes.ILOnly)==0;
          var tb=new StringWriter(); var seen=new HashSet<string>(); bool ft=true; var rb=new StringBuilder(); var ib=new StringBuilder();
          foreach(var t in All(md.Types)){ nt++; if(t.IsNested) nn++; if(t.HasGenericParameters) ng++; if(t.IsExplicitLayout) ex++;
            string full=TN(t); if(!seen.Add(full)) dup++; if(full.Any(c=>c>126||c<32)) na++;
            if(!ft) tb.Write(","); ft=false;
            tb.Write("\n    {\"Name\":"+J(t.Name)+",\"Namespace\":"+J(t.IsNested?NsOf(t):t.Namespace)+",\"FullName\":"+J(full)+",\"BaseType\":"+J(t.BaseType==null?"":TN(t.BaseType))+",\"Interfaces\":["+string.Join(",",t.Interfaces.Select(x=>J(TN(x.InterfaceType))))+"],\"IsPublic\":"+((t.IsPublic||t.IsNestedPublic)?"true":"false")+",\"MetadataToken\":"+t.MetadataToken.ToUInt32()+",\"Kind\":"+J(t.IsEnum?"enum":t.IsInterface?"interface":t.IsValueType?"struct":(t.BaseType!=null&&t.BaseType.FullName=="System.MulticastDelegate")?"delegate":"class"));
            if(t.BaseType!=null) ib.Append(md.Name+"\t"+T(full)+"\tbase\t"+T(TN(t.BaseType))+"\t"+T(Sc(t.BaseType))+"\n"); foreach(var x in t.Interfaces) ib.Append(md.Name+"\t"+T(full)+"\tinterface\t"+T(TN(x.InterfaceType))+"\t"+T(Sc(x.InterfaceType))+"\n");
            bool m1=true; tb.Write(",\n     \"Fields\":["); foreach(var x in t.Fields){nf++; Mem(tb,ref m1,x.Name,full+"."+x.Name,TN(x.FieldType)+" "+x.Name,"Field",x.IsStatic,x.IsPublic,x.MetadataToken.ToUInt32());}
            m1=true; tb.Write("],\n     \"Methods\":["); foreach(var x in t.Methods){nm++; if(x.IsPInvokeImpl)pi++; Mem(tb,ref m1,x.Name,full+"."+x.Name,Sig(x),x.IsConstructor?"Constructor":"Method",x.IsStatic,x.IsPublic,x.MetadataToken.ToUInt32());}
            m1=true; tb.Write("],\n     \"Properties\":["); foreach(var x in t.Properties){np++; var g=x.GetMethod??x.SetMethod; Mem(tb,ref m1,x.Name,full+"."+x.Name,TN(x.PropertyType)+" "+x.Name+(x.HasParameters?"["+string.Join(", ",x.Parameters.Select(p=>TN(p.ParameterType)))+"]":""),"Property",g!=null&&g.IsStatic,g!=null&&g.IsPublic,x.MetadataToken.ToUInt32());}
            m1=true; tb.Write("],\n     \"Events\":["); foreach(var x in t.Events){ne++; var g=x.AddMethod??x.RemoveMethod; Mem(tb,ref m1,x.Name,full+"."+x.Name,TN(x.EventType)+" "+x.Name,"Event",g!=null&&g.IsStatic,g!=null&&g.IsPublic,x.MetadataToken.ToUInt32());}
            tb.Write("]}");
            foreach(var m in t.Methods){ MethodBody b=null; try{ if(m.HasBody) b=m.Body; }catch(Exception e){ err+="body:"+e.GetType().Name+";"; } if(b==null) continue; nb++; il+=b.CodeSize; string me=MId(m);
              foreach(var i in b.Instructions){ var mr=i.Operand as MemberReference; if(mr==null) continue; string k,tg,tt; TypeReference dt;
                if(mr is MethodReference){ var q=(MethodReference)mr; var el=q.GetElementMethod(); k=i.OpCode.Code==Code.Newobj?"new":i.OpCode.Code==Code.Ldftn||i.OpCode.Code==Code.Ldvirtftn?"ftn":"call"; dt=el.DeclaringType; tg=MId(el); }
                else if(mr is FieldReference){ var q=(FieldReference)mr; k=i.OpCode.Code==Code.Stfld||i.OpCode.Code==Code.Stsfld?"write":i.OpCode.Code==Code.Ldflda||i.OpCode.Code==Code.Ldsflda?"addr":"read"; dt=q.DeclaringType; tg=TN(dt)+"."+q.Name; }
                else if(mr is TypeReference){ dt=(TypeReference)mr; k="type"; tg=TN(dt); } else continue;
                tt=TN(dt.GetElementType()); nr++; string sc=Sc(dt);
                rb.Append(md.Name+"\t0x"+m.MetadataToken.ToUInt32().ToString("x8")+"\t"+T(me)+"\t"+T(full)+"\t"+i.Offset+"\t"+i.OpCode.Name+"\t"+k+"\t"+T(tg)+"\t"+T(tt)+"\t"+T(sc)+"\t"+(sc==md.Name?1:0)+"\n"); }
            } }
          Rows(md,xw);
          if(!fm) jw.Write(","); fm=false; string fp=Path.GetFullPath(f);
          jw.Write("\n  {\"Name\":"+J(md.Name)+",\"AssemblyFullName\":"+J(md.Assembly==null?"":md.Assembly.FullName)+",\"FileName\":"+J(fp)+",\"AssemblyPath\":"+J(fp)+",\"ModuleFilePath\":"+J(fp)+",\"Mvid\":"+J(md.Mvid.ToString())+",\"References\":["+string.Join(",",md.AssemblyReferences.Select(r=>J(r.FullName)))+"],\"Types\":["); jw.Write(tb.ToString()); jw.Write("]}"); rw.Write(rb.ToString()); iw.Write(ib.ToString());
        } sw.WriteLine(string.Join("\t",f,bytes,"ok",rt,arch,at,nt,nn,ng,nf,nm,np,ne,nb,il,nr,ex,pi,mixed?1:0,na,dup,T(err)));
      }catch(Exception e){ bad++; sw.WriteLine(string.Join("\t",f,bytes,"FAIL",rt,arch,at,nt,nn,ng,nf,nm,np,ne,nb,il,nr,ex,pi,mixed?1:0,na,dup,T(e.GetType().Name+": "+e.Message))); }
    }
    jw.Write("]}"); if(wrap) jw.Write(",\"Mode\":\"automation\",\"Messages\":[]}"); jw.Close(); rw.Close(); iw.Close(); sw.Close(); xw.Close(); return bad; }
  static string NsOf(TypeDefinition t){ int n=0; while(t.DeclaringType!=null&&n++<64) t=t.DeclaringType; return t.Namespace; }
  static string Sc(TypeReference t){ try{ t=t.GetElementType(); var s=t.Scope; return s==null?"":s.Name; }catch(Exception){return "?";} }
  static string T(string s){ return s==null?"":s.Replace("\\","\\\\").Replace("\t","\\t").Replace("\n","\\n").Replace("\r","\\r"); }
}
